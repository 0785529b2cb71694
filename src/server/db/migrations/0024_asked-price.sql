-- Adding the column writes the table anew, with every index that it has. So the search indexes are
-- dropped first. The next migration creates them again.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest",
	"listings_prefecture_cheapest", "listings_city_newest";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "asked_price" bigint GENERATED ALWAYS AS (coalesce(price_yen * 4, price_cents * 6 + 1)) STORED;
