-- Turn off statistics of columns that no query filters by. Measuring their texts took two thirds of
-- an `analyze`, during which the embedded database answers no other query.
alter table "listings"
	alter column "property_type" set statistics 0,
	alter column "location" set statistics 0,
	alter column "building_area_text" set statistics 0,
	alter column "land_area_text" set statistics 0,
	alter column "construction_text" set statistics 0,
	alter column "structure" set statistics 0,
	alter column "transportation" set statistics 0,
	alter column "remarks" set statistics 0,
	alter column "contact_number" set statistics 0,
	alter column "reference_url" set statistics 0,
	alter column "link" set statistics 0,
	alter column "updated_at" set statistics 0,
	alter column "edited_columns" set statistics 0,
	alter column "digest" set statistics 0,
	alter column "raw" set statistics 0;
