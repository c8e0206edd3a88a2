"use client";

import { useTranslations } from "next-intl";
import { ConflictNotice } from "#components/builder/conflict.tsx";
import type { Outcome } from "#components/builder/use-save.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { reviewPath } from "#lib/paths.ts";

type Props = {
  slug: string;
  outcome: Outcome | null;
  isSaving: boolean;
  isUnsaved: boolean;
  /** Puts these settings in place of what was saved at the revision. */
  onReplace: (over: number) => void;
};

/** Always in view: how it stands, and what a save came to. */
export function PlanSaveBar({ slug, outcome, isSaving, isUnsaved, onReplace }: Props) {
  const t = useTranslations("reviews");
  return (
    <div className="sticky bottom-0 z-20 -mx-1 grid max-h-[70dvh] gap-3 overflow-y-auto border-t border-line bg-surface px-1 py-3">
      <div role="alert" className="empty:hidden">
        {outcome?.kind === "conflict" && (
          <ConflictNotice
            conflict={outcome.conflict}
            theirs={reviewPath(slug, "plan")}
            busy={isSaving}
            onReplace={() => onReplace(outcome.conflict.revision)}
            words="reviews.conflict"
          />
        )}
      </div>
      <FormMessage>{wordOutcome(t, outcome)}</FormMessage>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={isSaving}>
          {t("plan.save")}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {t(isSaving ? "plan.saving" : isUnsaved ? "plan.unsaved" : "plan.stored")}
        </p>
      </div>
    </div>
  );
}

function wordOutcome(t: ReturnType<typeof useTranslations<"reviews">>, outcome: Outcome | null) {
  if (outcome?.kind === "invalid") return t("plan.invalid");
  if (outcome?.kind !== "refused") return null;
  const key = `errors.${outcome.error}` as never;
  return t.has(key) ? t(key) : t("errors.unknown");
}
