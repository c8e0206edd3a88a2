-- AlterTable
ALTER TABLE "sittings" ADD COLUMN     "join_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "sittings_join_hash_key" ON "sittings"("join_hash");

ALTER TABLE "sittings" ADD CONSTRAINT "sittings_join_hash_size" CHECK (octet_length("join_hash") = 32);
