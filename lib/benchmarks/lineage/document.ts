import { lineageFormat, type Lineage, type LinkDocument } from "#lib/benchmarks/lineage/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";

/** The file of a lineage: the same lineage is the same bytes, whatever its benchmarks are called meanwhile. */
export function writeLineage(lineage: Lineage): { content: string; hash: string } {
  const links = lineage.map(({ benchmark, parent, stages, digest, madeAt }): LinkDocument => ({
    benchmark: benchmark.slug,
    madeOf: parent?.slug ?? null,
    madeAt: madeAt.toISOString(),
    stages: [...stages],
    stagesSha256: digest,
  }));
  const content = writeCanonical({ format: lineageFormat, version: 1, links });
  return { content, hash: hashOf(content) };
}
