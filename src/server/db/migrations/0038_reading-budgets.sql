CREATE TABLE "reading_budgets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reading_budgets" ADD CONSTRAINT "reading_budgets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;