"use client";

import { useTranslations } from "next-intl";
import { FileFields } from "#components/imports/file-fields.tsx";
import { bytesInWords, type Fields, type Item } from "#components/imports/item.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Progress } from "#components/ui/progress.tsx";

export type Suggestions = { tracks: string; languages: string; models: string; methods: string };

type Props = {
  item: Item;
  showErrors: boolean;
  canRetry: boolean;
  /** The ids of the lists that the fields offer. */
  lists: Suggestions;
  onFields: (fields: Partial<Fields>) => void;
  onStop: () => void;
  onRetry: () => void;
  onRemove: () => void;
};

export function FileCard({ item, ...rest }: Props) {
  const t = useTranslations("imports.file");
  const { name, bytes, state } = item;
  const { onStop, onRetry, onRemove, canRetry } = rest;
  return (
    <li className="grid min-w-0 gap-3 rounded-lg border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <span className="figures text-sm text-ink-muted">{bytesInWords(bytes)}</span>
          {state === "ready" && <Badge tone="success">{t("here")}</Badge>}
        </div>
        <div className="flex flex-wrap gap-2">
          {(state === "waiting" || state === "sending") && (
            <Button size="small" onClick={onStop} aria-label={t("stopNamed", { name })}>
              {t("stop")}
            </Button>
          )}
          {state === "failed" && canRetry && (
            <Button size="small" onClick={onRetry} aria-label={t("retryNamed", { name })}>
              {t("retry")}
            </Button>
          )}
          {(state === "failed" || state === "ready") && (
            <Button size="small" variant="quiet" onClick={onRemove} aria-label={t("removeNamed", { name })}>
              {t("remove")}
            </Button>
          )}
        </div>
      </div>
      <State item={item} />
      {state === "ready" && <FileFields item={item} {...rest} />}
    </li>
  );
}

function State({ item: { name, bytes, sent, state, problem } }: { item: Item }) {
  const t = useTranslations("imports");
  if (state === "waiting") return <p className="text-ink-muted">{t("file.waiting")}</p>;
  if (state === "sending")
    return (
      <Progress
        label={t("file.sending", { name })}
        value={sent}
        max={Math.max(bytes, 1)}
        facts={[t("file.sent", { sent: bytesInWords(sent), bytes: bytesInWords(bytes) })]}
      />
    );
  if (state !== "failed" || !problem) return null;
  const key = `uploadErrors.${problem.error}` as "uploadErrors.unknown";
  const words = t.has(key) ? t(key) : problem.message;
  return (
    <Callout tone="danger" title={t("file.failed")}>
      {words ?? t("uploadErrors.unknown")}
    </Callout>
  );
}
