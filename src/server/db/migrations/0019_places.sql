CREATE TABLE "place_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"attribution" text NOT NULL,
	"version" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"matched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "places" (
	"code" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"prefecture" text NOT NULL,
	"japanese" text NOT NULL,
	"kana" text NOT NULL,
	"english" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"precision" text NOT NULL,
	CONSTRAINT "places_precision" CHECK ("places"."precision" in ('prefecture', 'municipality', 'oaza'))
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;