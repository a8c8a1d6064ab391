import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  static boolean holds(String secret, Map<String, String> headers, byte[] rawBody) throws Exception {
    String id = headers.get("webhook-id"), timestamp = headers.get("webhook-timestamp");
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes("UTF-8"));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody));
    boolean found = false;
    for (String one : headers.get("webhook-signature").split(" "))
      found |= MessageDigest.isEqual(expected.getBytes("UTF-8"), one.getBytes("UTF-8"));
    return found;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> headers =
        Map.of(
            "webhook-id", System.getenv("WEBHOOK_ID"),
            "webhook-timestamp", System.getenv("WEBHOOK_TIMESTAMP"),
            "webhook-signature", System.getenv("WEBHOOK_SIGNATURE"));
    boolean held = holds(System.getenv("WEBHOOK_SECRET"), headers, System.in.readAllBytes());
    System.out.println(held ? "holds" : "does not hold");
  }
}
