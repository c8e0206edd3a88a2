-- AlterTable
ALTER TABLE "sign_ins" ADD COLUMN     "by_own_link" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "throttles" ADD COLUMN     "blocked_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitation_networks" (
    "invitation_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "sittings" INTEGER NOT NULL,

    CONSTRAINT "invitation_networks_pkey" PRIMARY KEY ("invitation_id","hash")
);

-- CreateTable
CREATE TABLE "door_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "address" TEXT,
    "device" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,

    CONSTRAINT "door_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "door_events_at_idx" ON "door_events"("at");

-- CreateIndex
CREATE INDEX "door_events_user_id_id_idx" ON "door_events"("user_id", "id");

-- CreateIndex
CREATE INDEX "door_events_address_id_idx" ON "door_events"("address", "id");

-- AddForeignKey
ALTER TABLE "invitation_networks" ADD CONSTRAINT "invitation_networks_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "door_events" ADD CONSTRAINT "door_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "invitation_networks"
  ADD CONSTRAINT "invitation_networks_hash_size" CHECK (octet_length("hash") = 32),
  ADD CONSTRAINT "invitation_networks_sittings_positive" CHECK ("sittings" >= 1);
