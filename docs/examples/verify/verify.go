package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// header is such as request.Header.Get of net/http
func holds(secret string, header func(name string) string, rawBody []byte) bool {
	id, timestamp := header("webhook-id"), header("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age.Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	for _, one := range strings.Split(header("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
		if err == nil && hmac.Equal(given, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func main() {
	header := func(name string) string { return os.Getenv(strings.ToUpper(strings.ReplaceAll(name, "-", "_"))) }
	rawBody, _ := io.ReadAll(os.Stdin)
	if holds(os.Getenv("WEBHOOK_SECRET"), header, rawBody) {
		fmt.Println("holds")
	} else {
		fmt.Println("does not hold")
	}
}
