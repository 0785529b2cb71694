CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);--> statement-breakpoint
-- The secret is made from two random UUIDs, which together have 244 random bits.
insert into "secrets" values ('sharing', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
