import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function EndpointsLayout({ children }: { children: ReactNode }) {
  return (
    <ClientWords of={["endpoints", "endpointRuns.live.failures", "modelCalls", "shell"]}>
      {children}
    </ClientWords>
  );
}
