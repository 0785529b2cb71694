CREATE TABLE "borders" (
	"prefecture" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"path" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "borders" ADD CONSTRAINT "borders_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;