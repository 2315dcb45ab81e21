UPDATE sales_days SET month = 12 * CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER)
  + CAST(strftime('%m', day * 86400, 'unixepoch') AS INTEGER) - 1;
