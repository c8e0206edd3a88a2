"use client";

import { useTranslations } from "next-intl";
import { useId, useState, useTransition } from "react";
import { sendFile } from "#components/imports/send-file.ts";
import { FilterProblems, type Found } from "#components/reviews/filter/filter-problems.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass, FieldHint } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import { useToast } from "#components/ui/toast.tsx";
import { storeReviewFilter } from "#lib/reviews/filter/actions.ts";

type Refused = { error: string; message?: string | null };

/** A file of what models say of the items. It is checked whole before anything of it is stored. */
export function FilterForm({ slug, uploads }: { slug: string; uploads: string }) {
  const t = useTranslations("reviews");
  const notify = useToast();
  const [file, setFile] = useState<File | null>(null);
  const [filesStored, countStored] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const words = useWords(refused);
  const [isBusy, start] = useTransition();

  function choose(chosen: File | undefined): void {
    setFile(chosen ?? null);
    setRefused(null);
    setFound(null);
  }
  function send(): void {
    if (!file || isBusy) return;
    choose(file);
    start(async () => {
      const stored = await store(slug, uploads, file);
      if (!stored.ok) return setRefused(stored);
      const { filters, count } = stored.value;
      if (count > 0) return setFound(stored.value);
      choose(undefined);
      countStored((before) => before + 1);
      for (const { model, items, isNewer } of filters)
        notify({
          title: t("filter.done", { model, items }),
          detail: isNewer ? t("filter.newer") : undefined,
        });
    });
  }

  return (
    <div className="grid gap-3">
      <FormMessage>{words}</FormMessage>
      {found && <FilterProblems found={found} />}
      <FileField key={filesStored} onChoose={choose} />
      <div>
        <Button onClick={send} busy={isBusy} disabled={!file}>
          {t("filter.submit")}
        </Button>
      </div>
    </div>
  );
}

function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const t = useTranslations("reviews.filter");
  const id = useId();
  const isAtWork = useIsAtWork();
  return (
    <div className="grid max-w-2xl gap-1.5">
      <label htmlFor={id} className="font-medium">
        {t("file")}
      </label>
      <FieldHint id={id}>{t("hint")}</FieldHint>
      <input
        id={id}
        type="file"
        accept=".jsonl,.ndjson,application/jsonl"
        disabled={!isAtWork}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChoose(target.files?.[0])}
        className={controlClass}
      />
    </div>
  );
}

function useWords(refused: Refused | null): string | null {
  const t = useTranslations("reviews.errors");
  const key = refused?.error as never;
  return refused && (refused.message ?? (t.has(key) ? t(key) : t("unknown")));
}

async function store(slug: string, address: string, file: File) {
  const { signal } = new AbortController();
  const sent = await sendFile({ address, file, name: file.name, signal, onSent: () => undefined });
  if (!sent.ok) return { ...sent, error: sent.error === "cut_off" ? "not_reached" : sent.error };
  const form = new FormData();
  form.set("slug", slug);
  form.set("uploadId", sent.upload.id);
  return storeReviewFilter(null, form).catch(() => ({ ok: false, error: "not_reached" }) as const);
}
