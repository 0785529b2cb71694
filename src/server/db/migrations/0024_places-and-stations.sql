CREATE TABLE "stations" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"lines" text[] NOT NULL,
	"english" text,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "station_id" text;--> statement-breakpoint
ALTER TABLE "stations" ADD CONSTRAINT "stations_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "places_municipalities" ON "places" USING btree ("prefecture","code") WHERE "places"."precision" <> 'oaza';--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "station_id" SET STATISTICS 0;
