ALTER TABLE "listings" ADD COLUMN "property_number" text;--> statement-breakpoint
UPDATE "listings" SET "property_number" = "raw" ->> 'PROPERTY_NUMBER_ID';
