import { ConfidenceStage } from "#components/benchmarks/lineage/confidence-stage.tsx";
import { ReviewStage } from "#components/benchmarks/lineage/review-stage.tsx";
import type { LineageStage } from "#lib/benchmarks/lineage/schema.ts";

/** A component for each kind of stage. */
export function Stage({ stage }: { stage: LineageStage }) {
  switch (stage.stage) {
    case "review":
      return <ReviewStage stage={stage} />;
    case "confidence":
      return <ConfidenceStage stage={stage} />;
  }
}
