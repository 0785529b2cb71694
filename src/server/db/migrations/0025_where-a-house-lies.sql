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
ALTER TABLE "listings" ALTER COLUMN "station_id" SET STATISTICS 0;--> statement-breakpoint

ALTER TABLE "listings" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "precision" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "station_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "station_is_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "shinkansen_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "airport_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "sea_metres" integer;--> statement-breakpoint

-- Copy the distances to stations that sources state. Matching the listings with places fills in all
-- other distances.
update "listings" set "station_metres" = ("facts" ->> 'station')::integer, "station_is_stated" = true
	where "facts" ->> 'station' is not null;--> statement-breakpoint
-- Match all listings again at the next start.
update "place_sources" set "matched_at" = null;--> statement-breakpoint

-- Create the search indexes again, with the asked price and the columns of places. Without these, a search by place or
-- distance reads the wide rows of the table.
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("asked_price", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("asked_price" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "place", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "asked_price", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "place", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_around" on "listings" ("latitude", "longitude")
	include ("created_at", "id", "prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_station" on "listings" ("station_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_shinkansen" on "listings" ("shinkansen_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_airport" on "listings" ("airport_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_sea" on "listings" ("sea_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint

-- Turn off statistics of these columns: no query filters by them.
alter table "listings"
	alter column "precision" set statistics 0,
	alter column "station_is_stated" set statistics 0;
