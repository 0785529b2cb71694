CREATE TABLE "removed_favorites" (
	"user_id" text NOT NULL,
	"listing_id" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_favorites_user_id_listing_id_pk" PRIMARY KEY("user_id","listing_id")
);
--> statement-breakpoint
ALTER TABLE "removed_favorites" ADD CONSTRAINT "removed_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_favorites" ADD CONSTRAINT "removed_favorites_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_favorites_listing" ON "removed_favorites" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "removed_favorites_removed" ON "removed_favorites" USING btree ("removed_at");