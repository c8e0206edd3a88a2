-- Whose published cases a benchmark has, as an admin declared, and what those cases were then: others have no published figures.
ALTER TABLE "benchmarks"
  ADD COLUMN "published_as" TEXT,
  ADD COLUMN "published_digest" BYTEA,
  ADD CONSTRAINT "benchmarks_published_is_whole"
    CHECK (("published_as" IS NULL) = ("published_digest" IS NULL)),
  ADD CONSTRAINT "benchmarks_published_digest_size" CHECK (octet_length("published_digest") = 32);

-- What a case says counts, not where in its file it stood or how the file called it.
CREATE FUNCTION "digest_of_cases"("of_benchmark" INTEGER) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(string_agg(sha256(convert_to(t.name, 'UTF8')) || v.hash, ''::bytea
    ORDER BY t.name COLLATE "C", v.hash), ''::bytea))
  FROM tracks t JOIN cases c ON c.track_id = t.id JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
  WHERE t.benchmark_id = of_benchmark
$$;
