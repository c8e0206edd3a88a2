"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";

type Props = { all: number; ready: number; isMoving: boolean; busy: boolean; problem: string | null };

/** How many files there are and what comes next: in view however many they are. */
export function CheckBar({ all, ready, isMoving, busy, problem }: Props) {
  const t = useTranslations("imports.form");
  return (
    <div className={all > 0 ? "sticky bottom-0 z-20 border-t border-line bg-surface py-3" : undefined}>
      <div className="grid gap-2">
        <FormMessage>{problem}</FormMessage>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {all > 0 && (
            <Button type="submit" variant="primary" busy={busy} disabled={ready === 0 || isMoving}>
              {busy ? t("checking") : t("check", { count: ready })}
            </Button>
          )}
          <p role="status" className="figures text-ink-muted">
            {all > 0 && t("state", { ready, all })}
          </p>
          {all > 0 && <p className="text-sm text-ink-muted">{t("storesNothing")}</p>}
        </div>
      </div>
    </div>
  );
}
