CREATE TABLE "source_mappings" (
	"source" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_mappings" ADD CONSTRAINT "source_mappings_source_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("name") ON DELETE cascade ON UPDATE no action;