UPDATE events SET customer_id = data::json ->> 'customer_id';
