-- What web processes and workers know of each other, wherever they run: each writes its line every ten seconds.
CREATE TABLE "processes" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "memory_bytes" BIGINT NOT NULL,
    "lag_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

-- What Prisma's language can't say.
ALTER TABLE "processes"
  ADD CONSTRAINT "processes_kind_known" CHECK ("kind" IN ('web', 'worker')),
  ADD CONSTRAINT "processes_measures_positive" CHECK ("memory_bytes" >= 0 AND "lag_ms" >= 0);
