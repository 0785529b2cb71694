CREATE TABLE "own_photos" (
	"user_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	"file" text COLLATE "C" NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_photos_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "own_photos" ADD CONSTRAINT "own_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_photos_file" ON "own_photos" USING btree ("file");