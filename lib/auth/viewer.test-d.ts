// Nothing here runs. The type checker reads it and complains as soon as one of these mistakes compiles.
import { renewOwnPassphrase, setOwnPassword } from "#lib/auth/secrets/own-secret.ts";
import { listOwnSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import type { Transaction } from "#lib/db.ts";
import { changeRole, createUser, deactivateUser, endEverySignIn, renewLink } from "#lib/users/mutations.ts";
import { findUsersByName, getUser, listUsers } from "#lib/users/queries.ts";

declare const anybody: Viewer;
declare const participant: Viewer<"participant">;
declare const researcher: Viewer<"researcher">;
declare const admin: Viewer<"admin">;
declare const tx: Transaction;

const madeUp = {
  userId: "",
  role: "admin",
  name: "",
  handle: "",
  hasSecret: true,
  signInId: null,
  actor: { id: null, origin: "web", place: null },
  requestId: null,
} as const;

export function forgettingWhoAsks() {
  // @ts-expect-error nobody
  void listUsers();
  // @ts-expect-error a viewer that lib/auth didn't make
  void listUsers(madeUp);
  // @ts-expect-error null, as for somebody who isn't signed in
  void listUsers(null);
  // @ts-expect-error a person's id is no proof
  void listUsers("00000000-0000-0000-0000-000000000000");
  // @ts-expect-error nobody
  void listOwnSignIns();
  // @ts-expect-error nobody
  void recordEvent(tx, madeUp, "user.created", { type: "user", id: "" });
}

export function askingInTheWrongRole() {
  // @ts-expect-error a participant
  void listUsers(participant);
  // @ts-expect-error a researcher
  void listUsers(researcher);
  // @ts-expect-error a role that hasn't been looked at
  void listUsers(anybody);
  // @ts-expect-error either
  void findUsersByName(participant, "Ana");
  // @ts-expect-error either
  void getUser(researcher, "");
  // @ts-expect-error either
  void createUser(researcher, { name: "Ana", role: "admin" });
  // @ts-expect-error either
  void renewLink(participant, "");
  // @ts-expect-error either
  void deactivateUser(researcher, "", "");
  // @ts-expect-error either
  void changeRole(participant, "", "admin");
  // @ts-expect-error either
  void endEverySignIn(researcher, "", { tokens: true });
  // @ts-expect-error either
  void seedDemo(researcher);
  // @ts-expect-error staff have passwords
  void renewOwnPassphrase(admin, "");
  // @ts-expect-error participants have passphrases
  void setOwnPassword(participant, { current: "", password: "" });
}

export function asking() {
  void listUsers(admin);
  void listOwnSignIns(anybody);
  void renewOwnPassphrase(participant, "");
  void setOwnPassword(researcher, { current: "", password: "" });
  if (hasRole(anybody, ["admin"])) void listUsers(anybody);
  if (hasRole(anybody, ["researcher", "admin"])) {
    // @ts-expect-error might be a researcher
    void listUsers(anybody);
  }
}
