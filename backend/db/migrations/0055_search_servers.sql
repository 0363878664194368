-- On which search servers each index was built: their addresses in order, empty where there is one.
create table index_layouts (
  index_name text collate "C" primary key,
  servers text not null
);
