ALTER TABLE "listings" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "signs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "tags" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "more_tags" integer DEFAULT 0 NOT NULL;--> statement-breakpoint

-- Create the search indexes again, with the columns of marks. Without these, a search by a mark
-- reads the wide rows of the table.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest",
	"listings_prefecture_cheapest", "listings_city_newest";--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("price_cents" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year", "signs", "tags", "more_tags")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint

-- Turn off statistics of these columns: queries look for single bits, which statistics of whole
-- values do not describe.
alter table "listings"
	alter column "facts" set statistics 0,
	alter column "signs" set statistics 0,
	alter column "tags" set statistics 0,
	alter column "more_tags" set statistics 0;
