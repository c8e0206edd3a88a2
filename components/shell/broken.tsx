"use client";

import { errorWords } from "#components/shell/error-words.ts";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";

const next = {
  en: "Try again. If it breaks once more, tell the person who invited you and give them the reference.",
  "zh-CN": "请再试一次。如果仍然出错，请告诉邀请您的人，并附上编号。",
};

/** Leans on nothing that may have broken; the way home is a full load that starts from nothing. */
export function Broken({ error, retry }: { error: unknown; retry: () => void }) {
  const words = errorWords();
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <main lang={words.language} className="mx-auto grid max-w-lg gap-6 px-4 py-10 sm:pt-[12vh]">
      <Wordmark />
      <div role="alert" className="grid gap-4 rounded-lg border border-line bg-raised p-6 sm:p-10">
        <h1 className="text-2xl font-semibold tracking-tight">{words.title}</h1>
        <p>{words.kept}</p>
        <p>{next[words.language]}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={retry}>
            {words.again}
          </Button>
          <ButtonLink href="/">{words.home}</ButtonLink>
        </div>
        {digest && (
          <p className="text-sm text-ink-muted">
            {words.reference} <code className="font-mono">{digest}</code>
          </p>
        )}
      </div>
    </main>
  );
}
