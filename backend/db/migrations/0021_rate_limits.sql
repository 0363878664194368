-- Counters of rate-limiter-flexible, in the shape it expects, where several APIs count together (decision 0026).
-- Unlogged: after a crash everybody starts from zero.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
