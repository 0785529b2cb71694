ALTER TABLE "listings" ADD COLUMN "shinkansen_is_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Match all listings again, which computes the new column.
UPDATE "place_sources" SET "matched_at" = NULL;
