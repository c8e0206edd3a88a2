"use client";

import { type ComponentProps, useEffect } from "react";
import { documentLanguage, errorWords } from "#components/shell/error-words.ts";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { awayWords, isAway } from "#lib/i18n/away-words.ts";
import type { RefusalWords } from "#components/shell/refusal-words.ts";

/** What stands in the place of a page: it is refused, or it broke. */
export type Interruption = ComponentProps<typeof Refusal> | ComponentProps<typeof Broken>;

export const Interrupted = (one: Interruption) =>
  "words" in one ? <Refusal {...one} /> : <Broken {...one} />;

const againMs = 5000;

/** The page had begun when its database went: the rest is asked for until it comes. */
function Away({ retry }: { retry: () => void }) {
  const { title, safe, again } = awayWords[documentLanguage()];
  useEffect(() => {
    const timer = setInterval(retry, againMs);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <div role="status" className="grid gap-4 rounded-lg border border-line bg-raised p-6 sm:p-10">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p>{safe}</p>
      <p className="text-ink-muted">{again}</p>
    </div>
  );
}

const home = { en: "Go to the start page", "zh-CN": "回到首页" };
const next = {
  en: "Load it again. If it breaks once more, tell the person who invited you and give them the reference.",
  "zh-CN": "请重新加载。如果仍然出错，请告诉邀请您的人，并附上编号。",
};

/** For a page that was drawn before an upgrade, and sends a form or fetches a part that there is no longer. */
const outdated = {
  en: {
    title: "Benchside has been updated",
    next: "Load the page again to go on.",
    again: "Load the page again",
  },
  "zh-CN": { title: "Benchside 已更新", next: "请重新加载页面，然后继续。", again: "重新加载页面" },
};

const isOutdated = (error: unknown) =>
  error instanceof Error && ["UnrecognizedActionError", "ChunkLoadError"].includes(error.name);

type Props = { error: unknown; retry: () => void };

function Fault({ error, retry }: Props) {
  const words = errorWords();
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  const update = isOutdated(error) ? outdated[words.language] : null;
  return (
    <div role="alert" className="grid gap-4 rounded-lg border border-line bg-raised p-6 sm:p-10">
      <h1 className="text-2xl font-semibold tracking-tight">{update?.title ?? words.title}</h1>
      <p>{words.kept}</p>
      <p>{update?.next ?? next[words.language]}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={update ? () => location.reload() : retry}>
          {update?.again ?? words.again}
        </Button>
        <ButtonLink href="/">{home[words.language]}</ButtonLink>
      </div>
      {digest && (
        <p className="text-sm text-ink-muted">
          {words.reference} <code className="font-mono">{digest}</code>
        </p>
      )}
    </div>
  );
}

/** Leans on nothing that may have broken; the way home is a full load that starts from nothing. */
function Broken({ error, retry }: Props) {
  return (
    <main lang={errorWords().language} className="mx-auto grid max-w-lg gap-6 px-4 py-10 sm:pt-[12vh]">
      <Wordmark />
      {isAway(error) ? <Away retry={retry} /> : <Fault error={error} retry={retry} />}
    </main>
  );
}

type RefusalProps = {
  /** Of RefusalWords, as one text. */
  words: string;
  reference: string | null;
  /** Where the page already has its furniture around it. */
  inside?: boolean;
};

/** What happened, what was kept, what to do next. */
function Refusal({ words: written, reference, inside = false }: RefusalProps) {
  const words = JSON.parse(written) as RefusalWords;
  const told = (
    <div
      className={
        inside
          ? "grid max-w-lg gap-5"
          : "grid gap-5 rounded-lg border border-line bg-raised p-6 shadow-lift sm:p-10"
      }
    >
      <h1 className="text-2xl font-semibold tracking-tight">{words.title}</h1>
      <p>
        {words.happened} {words.kept}
      </p>
      <p>{words.next}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/" variant="primary">
          {words.home}
        </ButtonLink>
        {words.other && <ButtonLink href="/sign-in">{words.other}</ButtonLink>}
      </div>
      {reference && (
        <p className="text-sm text-ink-muted">
          {words.referenceLabel} <code className="font-mono break-all">{reference}</code>
        </p>
      )}
    </div>
  );
  if (inside) return told;
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 pt-6 pb-16 sm:pt-[12vh]">
      {told}
    </main>
  );
}
