-- Sharing notes now shares own photos too. Until now, the screen said that nobody else sees photos.
-- So end the sharing of notes on houses of which the person has photos. The screen then asks again.
delete from "shortlist_shares" using "kit_fields"
	where "kit_fields"."user_id" = "shortlist_shares"."user_id"
	and "kit_fields"."record" = 'house:' || "shortlist_shares"."listing_id"
	and "kit_fields"."field" like 'photo.%'
	and "kit_fields"."value" is not null and "kit_fields"."value" <> 'null';
