ALTER TABLE "listings" ADD COLUMN "radius_metres" integer;--> statement-breakpoint
-- Match all listings again at the next start, to fill in the new column and the distances to the Shinkansen.
update "place_sources" set "matched_at" = null;--> statement-breakpoint

-- Create the search indexes again, with the errors of distances. Without these, a search by distance reads the wide rows
-- of the table.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest", "listings_prefecture_cheapest", "listings_city_newest", "listings_around", "listings_station", "listings_shinkansen", "listings_airport", "listings_sea";--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("asked_price", "id")
	include ("prefecture", "layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("asked_price" desc nulls last, "id" desc)
	include ("prefecture", "layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "place", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "asked_price", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "place", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_around" on "listings" ("latitude", "longitude")
	include ("created_at", "id", "prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "station_metres", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_station" on "listings" ("station_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "shinkansen_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_shinkansen" on "listings" ("shinkansen_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "airport_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_airport" on "listings" ("airport_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "sea_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_sea" on "listings" ("sea_metres", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags", "latitude", "longitude", "station_metres", "shinkansen_metres", "airport_metres", "radius_metres", "station_is_stated")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint

-- Turn off statistics of this column: no query filters by it alone.
alter table "listings" alter column "radius_metres" set statistics 0;
