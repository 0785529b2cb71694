ALTER TABLE "listings" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "precision" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "station_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "station_is_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "shinkansen_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "airport_metres" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "sea_metres" integer;--> statement-breakpoint

-- Distances that sources state. The others are filled in when listings are matched with places.
update "listings" set "station_metres" = ("facts" ->> 'station')::integer, "station_is_stated" = true
	where "facts" ->> 'station' is not null;--> statement-breakpoint
-- Match all listings again at the next start.
update "place_sources" set "matched_at" = null;--> statement-breakpoint

-- Create the search indexes again, with the columns of places. Without these, a search by place or
-- distance reads the wide rows of the table.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest",
	"listings_prefecture_cheapest", "listings_city_newest";--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("price_cents" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "place", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "place", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_around" on "listings" ("latitude", "longitude")
	include ("created_at", "id", "prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_station" on "listings" ("station_metres", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "shinkansen_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_shinkansen" on "listings" ("shinkansen_metres", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "airport_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_airport" on "listings" ("airport_metres", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "sea_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_sea" on "listings" ("sea_metres", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint

-- Turn off statistics of these columns: no query filters by them.
alter table "listings"
	alter column "precision" set statistics 0,
	alter column "station_is_stated" set statistics 0;
