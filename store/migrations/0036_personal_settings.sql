-- How one person sees the console (issue 18): a time zone (null: that of the browser) and a theme (null: that of the system).
alter table people add column time_zone text, add column theme text check (theme in ('light', 'dark'));
