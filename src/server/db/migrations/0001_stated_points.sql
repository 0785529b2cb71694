ALTER TABLE "borders" ADD COLUMN "outlines" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "stated_latitude" double precision;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "stated_longitude" double precision;