ALTER TABLE "listings" ADD COLUMN "as_of" date;--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "as_of" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "first_imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Most listings without a date of their own were created by the first import. So the most frequent
-- creation date is the date of the first import.
UPDATE "sources" SET "first_imported_at" = coalesce(
	(SELECT mode() WITHIN GROUP (ORDER BY "created_at") FROM "listings" WHERE "source" = "sources"."name"),
	"imported_at"
) WHERE "name" <> 'sample';--> statement-breakpoint
UPDATE "listings" SET "as_of" = '2025-03-31' WHERE "source" = 'links-akiya-bank';
