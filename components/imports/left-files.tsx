"use client";

import { useTranslations } from "next-intl";
import { bytesInWords } from "#components/imports/item.ts";
import type { UploadedFile } from "#components/imports/send-file.ts";
import { Button } from "#components/ui/button.tsx";

type Props = { uploads: readonly UploadedFile[]; onContinue: () => void; onDiscard: () => void };

/** What an earlier visit brought and neither stored nor threw away: no part of this import until somebody says so. */
export function LeftFiles({ uploads, onContinue, onDiscard }: Props) {
  const t = useTranslations("imports.left");
  if (uploads.length === 0) return null;
  const count = uploads.length;
  return (
    <section
      aria-labelledby="left"
      className="grid gap-3 rounded-lg border border-dashed border-edge px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
    >
      <details className="min-w-0">
        <summary className="target cursor-pointer py-1">
          <h2 id="left" className="inline font-semibold">
            {t("title", { count })}
          </h2>{" "}
          <span className="text-sm text-ink-muted">{t("about")}</span>
        </summary>
        <ul role="list" className="mt-1 grid gap-1 text-sm">
          {uploads.map(({ id, fileName, bytes }) => (
            <li key={id} className="wrap-anywhere">
              <bdi>{fileName}</bdi> <span className="figures text-ink-muted">{bytesInWords(bytes)}</span>
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onContinue}>{t("continue", { count })}</Button>
        <Button variant="quiet" onClick={onDiscard}>
          {t("discard", { count })}
        </Button>
      </div>
    </section>
  );
}
