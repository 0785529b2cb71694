-- Sort ids byte by byte, so that pages are the same whatever the locale of the database server is.
alter table "listings"
	alter column "id" type text collate "C",
	alter column "prefecture" type text collate "C",
	alter column "city" type text collate "C",
	alter column "layout" type text collate "C";--> statement-breakpoint
alter table "favorites" alter column "listing_id" type text collate "C";--> statement-breakpoint
alter table "listing_photos" alter column "listing_id" type text collate "C";--> statement-breakpoint
alter table "price_changes" alter column "listing_id" type text collate "C";--> statement-breakpoint

-- Each index has every column that filters use, so that finding the ids of a page and counting a
-- total never read the wide rows of the table.
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
-- Houses without a price come last in both directions. An index that is read backwards yields them
-- first, so the descending order needs its own index.
create index "listings_dearest" on "listings" ("price_cents" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null;--> statement-breakpoint
-- Totals over all of Japan read this index, because it is the smallest.
create index "listings_layout" on "listings" ("layout", "construction_year")
	include ("price_cents", "building_area", "land_area")
	where "withdrawn_at" is null;--> statement-breakpoint

insert into "catalogue" ("id", "revision") values (1, 1);
