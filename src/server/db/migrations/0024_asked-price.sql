-- Create the search indexes again, with the price as the seller asks it. They are dropped first,
-- because adding the column writes the table anew, with every index that it has.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest",
	"listings_prefecture_cheapest", "listings_city_newest";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "asked_price" bigint GENERATED ALWAYS AS (coalesce(price_yen * 4, price_cents * 6 + 1)) STORED;--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("asked_price", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("asked_price" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "asked_price", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "layout", "asked_price", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;
