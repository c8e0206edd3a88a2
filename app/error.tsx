"use client";

import { Broken } from "#components/shell/broken.tsx";

export default function BrokenPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <Broken error={error} retry={retry} />;
}
