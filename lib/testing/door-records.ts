import { createHash } from "node:crypto";

const first = "00000000-0000-7000-8000-000000000001";

/** Who is in, who came by a link, what is known of the doors, and which processes serve them. */
export const doorRecords = {
  sign_ins: (n: number) => ({
    id: first.replace(/.$/, String(n)),
    user_id: first,
    method: "link",
    device: "Firefox, Linux",
    created_at: "2026-01-01T00:00:00Z",
    expires_at: "2027-01-01T00:00:00Z",
  }),
  invitation_networks: (n: number) => ({
    invitation_id: first,
    hash: createHash("sha256").update(`network ${n}`).digest(),
    sittings: 1,
  }),
  processes: (n: number) => ({
    id: first.replace(/.$/, String(n)),
    kind: "web",
    machine: "lab",
    version: "1.0.0",
    node: "24.0.0",
    memory_bytes: 1_000_000,
    lag_ms: 1.5,
  }),
  door_events: (n: number) => ({
    id: n,
    kind: "signed_in",
    user_id: first,
    address: "192.0.2.7",
    device: "Firefox, Linux",
  }),
};
