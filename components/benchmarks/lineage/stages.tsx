import { ConfidenceStage } from "#components/benchmarks/lineage/confidence-stage.tsx";
import { Distractors, Length, PoolOfExchanges } from "#components/benchmarks/lineage/pool-stages.tsx";
import { ReviewStage } from "#components/benchmarks/lineage/review-stage.tsx";
import type { LineageStage } from "#lib/benchmarks/lineage/schema.ts";

/** A component for each kind of stage; `slug` is of the benchmark that it made. */
export function Stage({ stage, slug }: { stage: LineageStage; slug: string }) {
  switch (stage.stage) {
    case "pool":
      return <PoolOfExchanges stage={stage} slug={slug} />;
    case "length":
      return <Length stage={stage} slug={slug} />;
    case "distractors":
      return <Distractors stage={stage} slug={slug} />;
    case "review":
      return <ReviewStage stage={stage} />;
    case "confidence":
      return <ConfidenceStage stage={stage} slug={slug} />;
  }
}
