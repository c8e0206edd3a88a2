"use client";

import { Broken } from "#components/shell/broken.tsx";
import { errorWords } from "#components/shell/error-words.ts";
import "./globals.css";

/** Stands in for the root layout when that is what broke, so it brings its own document. */
export default function BrokenDocument({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, language } = errorWords();
  return (
    <html lang={language}>
      <body>
        <title>{`${title} · Benchside`}</title>
        <Broken error={error} retry={retry} />
      </body>
    </html>
  );
}
