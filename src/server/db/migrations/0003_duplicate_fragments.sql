DROP INDEX "listings_link";--> statement-breakpoint
DROP INDEX "listings_reference";--> statement-breakpoint
CREATE INDEX "listings_link" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_reference" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;