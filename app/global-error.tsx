"use client";

import { errorWords } from "#components/shell/error-words.ts";
import "./globals.css";

/**
 * Stands in for the root layout when that is what broke, so it brings its own document. Every page carries it, seen or
 * not: it has the words, and its button and link are the plain ones.
 */
export default function BrokenDocument({ error, retry }: { error: { digest?: string }; retry: () => void }) {
  const { language, title, kept, again, home, reference } = errorWords();
  return (
    <html lang={language}>
      <body>
        <title>{`${title} · Benchside`}</title>
        <main role="alert" className="mx-auto grid max-w-lg justify-items-start gap-4 px-4 py-10">
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p>{kept}</p>
          <button className="target rounded-md border border-edge px-4" onClick={retry}>
            {again}
          </button>
          <form action="/">
            <button className="text-accent underline">{home}</button>
          </form>
          {error.digest && `${reference} ${error.digest}`}
        </main>
      </body>
    </html>
  );
}
