ALTER TABLE "subscription_changes" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
update "subscription_changes" set "user_id" = null where "user_id" not in (select "id" from "users");--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_changes_user" ON "subscription_changes" USING btree ("user_id");