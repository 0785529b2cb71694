ALTER TABLE "listings" ADD COLUMN "offer" text DEFAULT 'sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "status" text DEFAULT 'offered' NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "price_limit" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "price_text" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "rent_yen" bigint;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "latest_year" integer;