import NIOSSL

/// Certificates made for these tests and worth nothing elsewhere, all of one authority and one key.
enum TestCertificate: String, CaseIterable {
    case good, expired, early, wrongName

    var server: TLSConfiguration {
        get throws {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)).map { NIOSSLCertificateSource.certificate($0) }
            let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem))
            return TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        }
    }

    private var text: String {
        switch self {
        case .good: Self.goodText
        case .expired: Self.expiredText
        case .early: Self.earlyText
        case .wrongName: Self.otherText
        }
    }

    /// Signs the others; from 2020 to 2120.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBMzCB2qADAgECAgEBMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVBvcnRpY28g
        dGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAUBgNV
        BAMMDVBvcnRpY28gdGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQsNLkc
        ysmmJpJJgFg3xa88iD2JrgGdDQ0zBZgKCRjNG27VcuzndwgadFyBNm/PwR4ZQ/Ze
        nZ385rJTZMAoYtoQoxMwETAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
        MEUCIQChN3I2CHYbcOM0vniuOq2xR0FqG+WGUxBQXmhVawHmGwIgV0QtBmtX6Rw8
        1s/bxW0jTGrfn0jubOLo0DRzN+n7cJE=
        -----END CERTIFICATE-----
        """

    /// For `localhost`, from 2020 to 2120.
    private static let goodText = """
        -----BEGIN CERTIFICATE-----
        MIIBQjCB6aADAgECAgECMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVBvcnRpY28g
        dGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNV
        BAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAgFe1xLanKB
        bMKoj3KvgQDtGMXDpcuzQU62hlPj42yFLVzVvklx7XnU+J8tFe9Vbw+JKO819fvU
        Uj6WC4n+xhejJjAkMAwGA1UdEwEB/wQCMAAwFAYDVR0RBA0wC4IJbG9jYWxob3N0
        MAoGCCqGSM49BAMCA0gAMEUCIAqg9H2LiNlInIx/cokdVDJH7/XTA8Q2vuDGwD2Y
        yqR5AiEAzQZ6RGHDDPUF7vRJomrQ3RkXqnUaWnWMJK+aXJitwuA=
        -----END CERTIFICATE-----
        """

    /// The same, to 2021.
    private static let expiredText = """
        -----BEGIN CERTIFICATE-----
        MIIBQTCB56ADAgECAgEDMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVBvcnRpY28g
        dGVzdHMwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQD
        DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQIBXtcS2pygWzC
        qI9yr4EA7RjFw6XLs0FOtoZT4+NshS1c1b5Jce151PifLRXvVW8PiSjvNfX71FI+
        lguJ/sYXoyYwJDAMBgNVHRMBAf8EAjAAMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAK
        BggqhkjOPQQDAgNJADBGAiEA9ZRVBuojN5pi4jkQCEsaxDoWaFv3/G2NYk29+lS9
        7gICIQCrnRhlxjAL2F4ag/OHJqbOu6I6j2cTbwGtGVPCso2K+Q==
        -----END CERTIFICATE-----
        """

    /// The same, from 2110.
    private static let earlyText = """
        -----BEGIN CERTIFICATE-----
        MIIBRDCB66ADAgECAgEEMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVBvcnRpY28g
        dGVzdHMwIhgPMjExMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAG
        A1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECAV7XEtq
        coFswqiPcq+BAO0YxcOly7NBTraGU+PjbIUtXNW+SXHtedT4ny0V71VvD4ko7zX1
        +9RSPpYLif7GF6MmMCQwDAYDVR0TAQH/BAIwADAUBgNVHREEDTALgglsb2NhbGhv
        c3QwCgYIKoZIzj0EAwIDSAAwRQIgZELke0d7my6lxf2clc2+1qe/HvFxO4JRGToo
        Bw1mZvkCIQDRwRBBPMPrHRdB+Q+gtJtEjD/ckn6GqFnAXGEqstxjWg==
        -----END CERTIFICATE-----
        """

    /// For `other.example.org`, from 2020 to 2120.
    private static let otherText = """
        -----BEGIN CERTIFICATE-----
        MIIBUTCB+aADAgECAgEFMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVBvcnRpY28g
        dGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBwxGjAYBgNV
        BAMMEW90aGVyLmV4YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        CAV7XEtqcoFswqiPcq+BAO0YxcOly7NBTraGU+PjbIUtXNW+SXHtedT4ny0V71Vv
        D4ko7zX1+9RSPpYLif7GF6MuMCwwDAYDVR0TAQH/BAIwADAcBgNVHREEFTATghFv
        dGhlci5leGFtcGxlLm9yZzAKBggqhkjOPQQDAgNHADBEAiBzFPSggEFEUj5gChBv
        EqAC4r21sudPw0IMuos8PoW9XQIgCgTfxoMK12SJGy9CRnNk7lIc4wkyik6D1pZy
        3UP3m8I=
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgg9/9hO7IOqkX+YtT
        5rB+FBVOmVXaLVxzhV3+l+6+PpuhRANCAAQIBXtcS2pygWzCqI9yr4EA7RjFw6XL
        s0FOtoZT4+NshS1c1b5Jce151PifLRXvVW8PiSjvNfX71FI+lguJ/sYX
        -----END PRIVATE KEY-----
        """
}
