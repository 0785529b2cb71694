-- Until now, a person who had no notes on a house shared new notes without a question. From now on,
-- only a yes shares notes. A yes was stored as the start of time. The screen asks everybody else.
update "shortlist_shares" set "is_shared" = true where "since" = '1970-01-01T00:00:00Z';
--> statement-breakpoint
delete from "shortlist_shares" where "is_shared" is null;
