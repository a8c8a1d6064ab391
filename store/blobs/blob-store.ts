/** Where the bytes of evidence lie: a folder, or any S3-compatible server. */
export interface BlobStore {
  /** Stores the bytes durably before it returns; writing the same key again replaces them as a whole. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes as they are now, undefined where there are none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Releases connections. */
  close(): void;
}
