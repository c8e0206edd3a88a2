"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useState } from "react";
import { comparePath } from "#lib/paths.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";

type Choice = { most: number; chosen: readonly number[]; toggle: (runId: number) => void };
const ChoiceContext = createContext<Choice>({ most: 0, chosen: [], toggle: () => undefined });

type Props = { slug: string; most: number; children: ReactNode };

/** Held above the table: a row that the filter takes away stays chosen. */
export function CompareChoice({ slug, most, children }: Props) {
  const t = useTranslations("runs.compare");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const toggle = (runId: number) =>
    setChosen((before) =>
      before.includes(runId) ? before.filter((one) => one !== runId) : [...before, runId],
    );
  const enough = chosen.length >= 2 && chosen.length <= most;
  const query = chosen.map((runId) => `run=${runId}`).join("&");
  return (
    <ChoiceContext value={{ most, chosen, toggle }}>
      {children}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {enough ? (
          <a href={`${comparePath(slug)}?${query}`} className={buttonClass({ variant: "primary" })}>
            {t("open", { count: chosen.length })}
          </a>
        ) : (
          <p className="text-ink-muted">{t("choose", { most })}</p>
        )}
        <p role="status" className="figures text-sm text-ink-muted">
          {chosen.length > 0 && t("chosen", { count: chosen.length, most })}
        </p>
      </div>
    </ChoiceContext>
  );
}

export function CompareBox({ runId, label }: { runId: number; label: string }) {
  const { most, chosen, toggle } = useContext(ChoiceContext);
  const isChosen = chosen.includes(runId);
  const isAtWork = useIsAtWork();
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      inert={!isAtWork}
      disabled={!isChosen && chosen.length >= most}
      onChange={() => toggle(runId)}
      className="size-6 accent-accent"
    />
  );
}
